import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";
import { Modal } from "./modal";

export type DiscardQuestionProps = { stay: () => void; discard: () => void };

/** Asks for confirmation before a dialog with unsaved input closes. */
export function DiscardQuestion({ stay, discard }: DiscardQuestionProps) {
  const { t } = useTranslation("common");
  const id = useId();
  return (
    <Modal
      kind="alert"
      label={t("discard.title")}
      describedBy={id}
      onClose={stay}
      className="mt-[20vh] p-6 md:max-w-[26rem]"
    >
      <h2 className="text-lg font-semibold tracking-tight">{t("discard.title")}</h2>
      <p id={id} className="mt-2 text-muted">
        {t("discard.text")}
      </p>
      <div className="mt-6 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button variant="danger" onClick={discard}>
          {t("discard.discard")}
        </Button>
        <Button data-autofocus onClick={stay}>
          {t("discard.keep")}
        </Button>
      </div>
    </Modal>
  );
}
