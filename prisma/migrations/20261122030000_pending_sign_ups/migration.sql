-- Who asks for an account is not yet a person: the request waits in a table of its own until its link is used.

CREATE TABLE "sign_up" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "language" TEXT,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_up_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "sign_up_token_hash_key" ON "sign_up"("token_hash");
CREATE INDEX "sign_up_email_created_at_idx" ON "sign_up"("email", "created_at");
CREATE INDEX "sign_up_expires_at_idx" ON "sign_up"("expires_at");

alter table sign_up
  add constraint sign_up_email_lower check (email = lower(email)),
  -- What is pending has a password; what was used has left it to the person.
  add constraint sign_up_password check (used_at is not null or password_hash is not null);

-- Until now they waited as links of a person made for them.
insert into sign_up (id, email, name, password_hash, language, token_hash, created_at, expires_at, used_at, mailed_at)
select gen_random_uuid(), u.email, coalesce(t.name, u.name), case when t.used_at is null then t.password_hash end,
  u.language_preference, t.token_hash, t.created_at, t.expires_at,
  coalesce(t.used_at, case when t.password_hash is null then t.created_at end), t.mailed_at
from one_time_token t join app_user u on u.id = t.user_id
where t.purpose = 'confirm';
delete from one_time_token where purpose = 'confirm';

-- Whom only sign-ups made, under a name that anybody may have chosen.
delete from app_user u
where u.email_confirmed_at is null
  and not exists (select 1 from affiliate a where a.user_id = u.id)
  and not exists (select 1 from org_member m where m.user_id = u.id)
  and not exists (select 1 from one_time_token t where t.user_id = u.id)
  and not exists (select 1 from session s where s.user_id = u.id);

alter table one_time_token drop constraint one_time_token_purpose;
alter table one_time_token
  drop column name,
  drop column password_hash,
  add constraint one_time_token_purpose check (purpose in ('reset', 'invite', 'sign-in'));

create or replace function app.enqueue_identity(job text, payload jsonb, job_key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if job not in ('mail.link', 'identity.send_link') then
    raise exception 'job % needs an organisation', job;
  end if;
  -- The prefix keeps an organisation's job from being replaced by one of the same key.
  perform graphile_worker.add_job(job, (payload - 'org_id')::json, job_key => 'identity:' || job_key);
end
$$;
