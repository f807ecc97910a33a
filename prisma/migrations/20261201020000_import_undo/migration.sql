-- An import can be undone: what nobody has changed since goes again.
alter table import_run drop constraint import_run_status;
alter table import_run add constraint import_run_status
  check (status in ('reading', 'columns', 'checking', 'checked', 'creating', 'done', 'cancelled', 'undoing', 'undone'));
alter table import_row drop constraint import_row_outcome;
alter table import_row add constraint import_row_outcome
  check (outcome in ('ready', 'wrong', 'duplicate', 'created', 'undone'));
