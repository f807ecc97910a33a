-- Row security keeps LIKE away from this index (as docs/decisions/0007 says), so no search has ever used it. The names of
-- merged leads are few, and are read in the order of the table.
drop index merged_lead_org_id_search_idx;
