import { notifyStaff } from "~/domain/notifications/notify-staff.server";
import { defineTask, jobScope } from "../define-task";

export const noticeStaff = defineTask("notice.staff", async (payload, context) => {
  const event = { type: payload.type, subjectId: payload.subject_id };
  await jobScope(context, { name: "notice.staff", orgId: payload.org_id }, (scope) => notifyStaff(scope, event));
});
