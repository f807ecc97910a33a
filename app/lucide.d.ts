/** What each of lucide's icons is made with, without the icons. The package gives no types for its files. */
declare module "lucide-react/dist/esm/createLucideIcon.mjs" {
  export { createLucideIcon as default } from "lucide-react";
}
