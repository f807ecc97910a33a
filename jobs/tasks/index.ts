import type { AnyJobName } from "~/platform/jobs/catalogue";
import type { Task } from "../define-task";
import { commissionsGenerate } from "./commissions-generate";
import { commissionsSweep } from "./commissions-sweep";
import { identityPrune } from "./identity-prune";
import { identitySendLink } from "./identity-send-link";
import { mailLink } from "./mail-link";
import { mailNotification } from "./mail-notification";
import { talliesFold } from "./tallies-fold";
import { webhookDeliver } from "./webhook-deliver";
import { webhookEmit } from "./webhook-emit";

/** Every job of the catalogue has its task. */
export const tasks = {
  "commissions.generate": commissionsGenerate,
  "commissions.sweep": commissionsSweep,
  "identity.prune": identityPrune,
  "identity.send_link": identitySendLink,
  "mail.link": mailLink,
  "mail.notification": mailNotification,
  "tallies.fold": talliesFold,
  "webhook.deliver": webhookDeliver,
  "webhook.emit": webhookEmit,
} satisfies Record<AnyJobName, Task>;
