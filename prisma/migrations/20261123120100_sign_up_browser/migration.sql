-- The browser that signed up, as the hash of what its cookie holds. Only there does the sign-up's password become the account's.
alter table sign_up add column browser_hash text;
