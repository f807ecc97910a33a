-- A run that was asked for and that a job carries out: its row is there from the beginning, and counts what is made.
alter table generation_run add column is_running boolean not null default false;
