import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";

export type SettingsSectionProps = {
  /** Anchor: /settings#webhook. */
  id: string;
  title: string;
  description: string;
  children: ReactNode;
};

/** One subject of the settings, with an address of its own. */
export function SettingsSection({ id, title, description, children }: SettingsSectionProps) {
  return (
    <div id={id} className="scroll-mt-20">
      <Card title={title} description={description}>
        {children}
      </Card>
    </div>
  );
}
