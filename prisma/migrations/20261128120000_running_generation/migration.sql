-- A run is written down when it begins and again with each of its steps, so that one that was killed halfway is seen.
alter table generation_run add column is_running boolean not null default false;
alter table generation_run add column stepped_at timestamptz(3);
