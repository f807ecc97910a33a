-- How often something was tried in a stretch of time: sign-ins of an address, mails to a receiver. Written by
-- rate-limiter-flexible, which names no columns: their order is its own. The keys are keyed hashes, so that this is no list
-- of addresses. Rows that have ended are removed by the job identity.prune.
create table rate_limit (
  key text not null,
  points integer not null,
  -- milliseconds since 1970; null would be for ever
  expire bigint,
  constraint rate_limit_pkey primary key (key)
);
create index rate_limit_expire_idx on rate_limit (expire);
