-- How a person wants lists: with rows close together, and with shortcuts of a single key (WCAG 2.1.4).
alter table app_user add column compact_lists boolean not null default false;
alter table app_user add column single_keys boolean not null default true;
