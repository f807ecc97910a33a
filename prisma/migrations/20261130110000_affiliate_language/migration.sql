-- The language of emails to an affiliate who has chosen none: that of whoever invited them. Who was invited before reads that of an owner.

alter table affiliate add column language text;

update affiliate set language = u.language_preference
from membership m join app_user u on u.id = m.user_id
where m.org_id = affiliate.org_id and m.role = 'owner' and u.language_preference is not null;
