import type { LucideIcon, LucideProps } from "lucide-react";
import createIcon from "lucide-react/dist/esm/createLucideIcon.mjs";
import { createElement, forwardRef, type ReactElement, type ReactNode, type SVGProps } from "react";
import { htmlOf } from "./html-of";

/** An icon as it is drawn: the attributes of the svg element, and the HTML of its lines. */
type Look = SVGProps<SVGSVGElement>;

/**
 * Takes the place of lucide's function of this name on the server (vite.config.ts): each look of an icon is drawn once
 * and then repeated. Lucide puts the attributes of every icon on a page together anew, and React writes its lines one
 * by one. The browser finds the same HTML.
 */
export default function createLucideIcon(...icon: Parameters<typeof createIcon>): LucideIcon {
  const Icon = createIcon(...icon);
  const looks = new Map<string, Look>();
  return forwardRef<SVGSVGElement, LucideProps>(function ServerIcon(props, _ref) {
    const { className = "", "aria-hidden": hidden, ...others } = props;
    // Classes are written by this program, so there are few looks. Whatever else is said of an icon is left to lucide.
    if (hidden !== true || Object.keys(others).length > 0) return createElement(Icon, props);
    let look = looks.get(className);
    if (!look) {
      const drawn = lookOf(createElement(Icon, props));
      if (!drawn) return createElement(Icon, props);
      looks.set(className, (look = drawn));
    }
    return createElement("svg", look);
  });
}

type Forwarding = { render: (props: unknown, ref: null) => ReactElement };

function lookOf(icon: ReactElement): Look | null {
  let drawn = icon;
  while (typeof drawn.type === "object") drawn = (drawn.type as Forwarding).render(drawn.props, null);
  const { children, ...attributes } = drawn.props as Look & { children: ReactNode };
  const html = htmlOf(children);
  return html === null ? null : { ...attributes, dangerouslySetInnerHTML: { __html: html } };
}
