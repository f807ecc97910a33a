import affiliates from "./affiliates.json";
import auth from "./auth.json";
import commissions from "./commissions.json";
import common from "./common.json";
import deals from "./deals.json";
import errors from "./errors.json";
import exportTexts from "./exports.json";
import factor from "./factor.json";
import leads from "./leads.json";
import notices from "./notices.json";
import setup from "./setup.json";
import shell from "./shell.json";
import site from "./site.json";
import terms from "./terms.json";
import transactions from "./transactions.json";
import views from "./views.json";

/** Texts of the pages. Texts of emails are in mail.json, which browsers do not need. */
export default {
  affiliates,
  auth,
  commissions,
  common,
  deals,
  errors,
  exports: exportTexts,
  factor,
  leads,
  notices,
  setup,
  shell,
  site,
  terms,
  transactions,
  views,
};
