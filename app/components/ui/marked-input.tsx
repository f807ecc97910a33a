import { Command } from "cmdk";
import { useEffect, useRef, type ComponentProps } from "react";

/**
 * The field above a list that is searched by typing. Screen readers read the entry that `aria-activedescendant` names.
 * The library sets it only after a key has moved the highlight; here it always names the entry that Enter chooses.
 */
export function MarkedInput(props: ComponentProps<typeof Command.Input>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    const root = field?.closest("[cmdk-root]");
    if (!field || !root) return;
    const name = "aria-activedescendant";
    function follow() {
      // The element the library chooses when Enter is pressed.
      const marked = root!.querySelector(`[cmdk-item][aria-selected="true"]`)?.id ?? null;
      if (field!.getAttribute(name) === marked) return;
      if (marked) field!.setAttribute(name, marked);
      else field!.removeAttribute(name);
    }
    follow();
    const watch = new MutationObserver(follow);
    watch.observe(root, { subtree: true, childList: true, attributeFilter: ["aria-selected", name, "id"] });
    return () => watch.disconnect();
  }, []);
  return <Command.Input ref={input} {...props} />;
}
