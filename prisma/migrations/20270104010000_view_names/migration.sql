-- The name of a view may be that of a person, and two views of a member may become alike when the person is erased. Saving and renaming lock
-- the organization, and so keep the names of a member's views apart without this constraint.
drop index saved_view_org_id_created_by_list_name_key;
create index saved_view_org_id_created_by_list_name_idx on saved_view (org_id, created_by, list, name);
