-- Whether an organisation requires a second factor of all who work for it.
alter table organization add column requires_factor boolean not null default false;

-- Asked for a person before their organisation is known, one organisation at a time: a table spread by organisation answers that
-- from one place.
create function app.requires_factor(of_org uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select o.requires_factor from public.organization o where o.org_id = of_org);
end
$$;

revoke all on function app.requires_factor(uuid) from public;
