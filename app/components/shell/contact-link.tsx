import { useRootData } from "~/browser/root-data";

/** The operator's address, after a sentence that suggests writing to them. Draws nothing if none is set. */
export function ContactLink() {
  const contact = useRootData()?.contact ?? null;
  if (contact === null) return null;
  return (
    <>
      {" "}
      <a href={`mailto:${contact}`} className="underline underline-offset-4 wrap-anywhere">
        {contact}
      </a>
    </>
  );
}
