/** What a new organization needs until the first money is earned, in the order in which it is done. */
export const setupSteps = ["organization", "affiliate", "terms", "portal", "lead"] as const;
/** Optional steps. */
export const optionalSetupSteps = ["webhook"] as const;

export type SetupStep = (typeof setupSteps)[number] | (typeof optionalSetupSteps)[number];

/** How far the set-up of an organization is. */
export interface SetupProgress {
  done: Record<SetupStep, boolean>;
  /** A lead of an affiliate was won: money is earned, whichever of the steps was left out or is not needed here. */
  earns: boolean;
  /** Whom the terms and the invitation are about: the first affiliate who is not inactive. */
  affiliate: { id: string; name: string } | null;
}

/** How many of the steps that count are done. */
export const stepsDone = ({ done }: SetupProgress): number => setupSteps.filter((step) => done[step]).length;

/** Whether all of them are, or the organization evidently works without. */
export const isSetUp = (progress: SetupProgress): boolean =>
  progress.earns || stepsDone(progress) === setupSteps.length;

/** The first that is still to be done. */
export const nextStep = ({ done }: SetupProgress): SetupStep | undefined => setupSteps.find((step) => !done[step]);
