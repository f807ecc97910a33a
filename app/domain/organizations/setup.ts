/** Steps of a new organization until the first commission, in order. */
export const setupSteps = ["organization", "affiliate", "terms", "portal", "lead"] as const;
/** Optional steps. */
export const optionalSetupSteps = ["webhook"] as const;

export type SetupStep = (typeof setupSteps)[number] | (typeof optionalSetupSteps)[number];

/** Setup progress of an organization. */
export interface SetupProgress {
  done: Record<SetupStep, boolean>;
  /** A lead of an affiliate was won. Setup then counts as finished, even with steps left out. */
  earns: boolean;
  /** The affiliate in the steps for terms and invitation: the first who is not inactive. */
  affiliate: { id: string; name: string } | null;
}

/** Returns the number of required steps that are done. */
export const stepsDone = ({ done }: SetupProgress): number => setupSteps.filter((step) => done[step]).length;

/** Returns whether all required steps are done, or the organization already earns without them. */
export const isSetUp = (progress: SetupProgress): boolean =>
  progress.earns || stepsDone(progress) === setupSteps.length;

/** Returns the first required step that is not done. */
export const nextStep = ({ done }: SetupProgress): SetupStep | undefined => setupSteps.find((step) => !done[step]);
