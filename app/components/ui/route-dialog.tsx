import { Form, useActionData, type FormProps, type LinkProps } from "@remix-run/react";
import { useId, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink, buttonClass, type ButtonLinkProps, Button } from "./button";
import { cn } from "./cn";
import { useHydrated } from "~/browser/use-hydrated";
import { Icon } from "./icon";
import { Link } from "./link";
import { useRouteDialog } from "./use-route-dialog";
import { Modal } from "./modal";

const widths = { sm: "md:max-w-[30rem]", md: "md:max-w-[35rem]", lg: "md:max-w-[40rem]", xl: "md:max-w-[75rem]" };

export type RouteDialogProps = {
  /** Names the object: "Contract terms – Lena Bauer". */
  title: ReactNode;
  description?: ReactNode;
  /** The page behind, with its filters. */
  closeTo: string;
  /** 480, 560, 640 or at most 1,200 px. */
  size?: keyof typeof widths;
  /**
   * "alert" asks before data are destroyed: put autoFocus on the safe button. It gets the focus if it is in view;
   * otherwise the dialog begins at its top, with its explanation.
   */
  kind?: "dialog" | "alert";
  /** Links beside the one that closes it. */
  tools?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog that is a route: render it from a child route into the Outlet of the page behind. It is open in the server's
 * HTML, so it works without JavaScript; a full page on phones. With JavaScript it holds the focus, closes on Escape and
 * returns the focus.
 */
export function RouteDialog(props: RouteDialogProps) {
  const { title, description, closeTo, size = "md", kind = "dialog", tools, children } = props;
  const { t } = useTranslation("common");
  const id = useId();
  const ready = useHydrated();
  const panel = useRef<HTMLDivElement>(null);
  const close = useRouteDialog(panel, closeTo);
  // After a failed post without JavaScript the error summary takes the focus.
  const posted = useActionData() !== undefined;
  return (
    <div data-route-dialog="page" className="fixed inset-0 z-50 animate-fade overflow-y-auto bg-overlay">
      {/* The space around the panel does not belong to the scroll container, or the header would stick below it. */}
      <div
        onPointerDown={(event) => event.target === event.currentTarget && close.fromOutside()}
        className="md:grid md:min-h-full md:place-items-center md:p-8"
      >
        <div
          ref={panel}
          role={kind === "alert" ? "alertdialog" : "dialog"}
          aria-modal={ready || undefined}
          aria-labelledby={`${id}-title`}
          aria-describedby={description ? `${id}-text` : undefined}
          tabIndex={-1}
          data-quiet-focus
          className={cn(
            "flex w-full flex-col bg-surface max-md:min-h-dvh md:animate-rise md:rounded-xl md:border md:shadow-float",
            widths[size],
          )}
        >
          <div className="sticky top-0 z-2 flex items-start gap-4 rounded-t-xl border-b bg-surface py-2 pr-2 pl-4 md:border-b-0 md:pt-4 md:pr-4 md:pl-6">
            <div className="min-w-0 flex-1 py-2">
              {/* Takes the focus before JavaScript runs; the browser would scroll to the middle of a tall panel. */}
              <h2
                id={`${id}-title`}
                tabIndex={-1}
                autoFocus={!posted}
                data-quiet-focus
                className="line-clamp-3 text-base font-semibold wrap-anywhere md:text-lg md:tracking-tight"
              >
                {title}
              </h2>
            </div>
            {tools}
            <Link
              to={closeTo}
              replace
              preventScrollReset
              aria-label={t("close")}
              className={buttonClass({ variant: "ghost", size: "icon" })}
            >
              <Icon name="x" />
            </Link>
          </div>
          <div className="flex-1 px-4 pt-4 pb-6 md:px-6 md:pt-0">
            {description && (
              <p id={`${id}-text`} className="mb-5 text-muted">
                {description}
              </p>
            )}
            {children}
          </div>
        </div>
      </div>
      {close.asking && <DiscardQuestion {...close.asking} />}
    </div>
  );
}

/** A link to a dialog route: the page behind keeps its scroll position. */
export function DialogLink({ variant = "secondary", ...props }: ButtonLinkProps) {
  return <ButtonLink variant={variant} preventScrollReset {...props} />;
}

/** The form of a dialog: after saving, the page behind keeps its scroll position, and Back does not reopen the form. */
export function DialogForm(props: FormProps) {
  return <Form method="post" replace preventScrollReset {...props} />;
}

/** The cancel link of a dialog beside its submit button; a real link, like the cross at the top. */
export function DialogCancel({ children, autoFocus, ...props }: LinkProps) {
  const { t } = useTranslation("common");
  return (
    <ButtonLink
      variant="secondary"
      replace
      preventScrollReset
      // The dialog looks for this mark. The browser's own attribute would scroll a tall dialog to its end.
      data-autofocus={autoFocus || undefined}
      {...props}
    >
      {children ?? t("cancel")}
    </ButtonLink>
  );
}

type DiscardQuestionProps = { stay: () => void; discard: () => void };

/** Asks for confirmation before a dialog with unsaved input closes. */
function DiscardQuestion({ stay, discard }: DiscardQuestionProps) {
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
