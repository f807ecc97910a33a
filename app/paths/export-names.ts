/** The lists that can be exported, with the folders of their files. */
export const exportFolders = {
  leads: "/leads",
  deals: "/leads/deals",
  affiliates: "/affiliates",
  transactions: "/transactions",
  commissions: "/commissions",
  reports: "/reports",
  forecast: "/reports/forecast",
};
export type ExportName = keyof typeof exportFolders;
export const exportNames = Object.keys(exportFolders) as ExportName[];
