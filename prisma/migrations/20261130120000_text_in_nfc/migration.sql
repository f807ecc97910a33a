-- Texts that people have typed, in NFC: a letter with its accent is one character. Before this file cli/normalize-emails.ts brings the
-- e-mail addresses to their normal form, because SQL knows no Punycode. `search` follows by itself: it has no accents.
update app_user set name = normalize(name, NFC) where name is not NFC normalized;
update sign_up set name = normalize(name, NFC) where name is not NFC normalized;
update passkey set name = normalize(name, NFC) where name is not NFC normalized;
update organization set name = normalize(name, NFC) where name is not NFC normalized;
update affiliate set name = normalize(name, NFC) where name is not NFC normalized;
update lead
set company_name = normalize(company_name, NFC), contact_person = normalize(contact_person, NFC),
  phone = normalize(phone, NFC), notes = normalize(notes, NFC)
where company_name is not NFC normalized or contact_person is not NFC normalized or phone is not NFC normalized
  or notes is not NFC normalized;
update deal set title = normalize(title, NFC) where title is not NFC normalized;
