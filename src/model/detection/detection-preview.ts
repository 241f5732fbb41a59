import type { FinishedPreview } from '../contract/detection-calls.ts';
import { type Failure, failureText } from '../contract/failure.ts';
import type { DetectionConfig } from '../entities/detection-config.ts';
import { isOnBetween, type Tag } from '../registry/tags/tag.ts';
import { countText, minus } from '../text/number-text.ts';

/** How often the console requests the progress of a preview, in ms. */
export const previewPollMs = 2_000;

/** How long (ms) a save waits for the preview that checks how many detections would be lost (DET-25). */
export const checkMs = 10_000;

/** The number of past days that a preview covers. */
const previewDays = 7;
const dayMs = 86_400_000;

/** The most rows to show. More would make the page slow. */
export const mostPreviewRows = 500;

/** Returns '+12.5%', '−6%' or '0%'; an en dash if there is nothing to compare with. */
export function changeText(percent: number | null): string {
  if (percent === null) return '–';
  const rounded = Math.round(percent * 10) / 10;
  return rounded > 0 ? `+${rounded}%` : `${minus(rounded)}%`;
}

/** Returns true if neither the current settings nor those of the preview found a detection. */
export function isEmptyPreview({ currentDetectionCount, previewDetectionCount, changes }: FinishedPreview): boolean {
  return currentDetectionCount === 0 && previewDetectionCount === 0 && changes.length === 0;
}

/** Returns a preview in one line: '1,204 detections now, 1,130 with these settings (−6.1%)'. */
export function previewSentence({
  currentDetectionCount,
  previewDetectionCount,
  estimatedChangePercent,
}: FinishedPreview): string {
  const [now, then] = [countText(currentDetectionCount), countText(previewDetectionCount)];
  return `${now} ${currentDetectionCount === 1 ? 'detection' : 'detections'} now, ${then} with these settings (${changeText(estimatedChangePercent)})`;
}

/** Returns true if settings lose more than half of the current detections (DET-25). */
export function losesMost({ currentDetectionCount, lostDetectionCount }: LossFigures): boolean {
  return 2 * lostDetectionCount > currentDetectionCount;
}

type LossFigures = Pick<FinishedPreview, 'currentDetectionCount' | 'lostDetectionCount'>;

/**
 * The result of the check before a save: its preview, or the failure if it has none. Both are null if the
 * check took too long.
 */
type Checked = { preview: LossFigures | null; failure: Failure | null };

/**
 * Returns the question to ask before a save that loses most detections or whose losses are unknown (DET-25).
 * `reapplied` is the older version that is saved again; null if the values of the form are saved.
 */
export function lossQuestion({ preview, failure }: Checked, reapplied: Pick<DetectionConfig, 'version'> | null): string {
  const settings = reapplied === null ? 'These settings' : `The settings of version ${reapplied.version}`;
  if (preview === null) return `Could not check how many detections would be lost. ${whyUnknown(failure)}. Save all the same?`;
  const { currentDetectionCount: all, lostDetectionCount: lost } = preview;
  const count = `(${countText(lost)} of ${countText(all)})`;
  return `${settings} lose ${lossPercent(preview)} % of the detections of the last ${previewDays} days ${count}. Save all the same?`;
}

function whyUnknown(failure: Failure | null): string {
  if (failure === null) return `The check took longer than ${checkMs / 1_000} s`;
  return failureText(failure, 'The host did not answer').replace(/\.$/, '');
}

/**
 * Returns the loss in whole percent, in agreement with the counts beside it: 100 only if all detections are
 * lost, and otherwise 51 to 99, because the question appears only if more than half are lost.
 */
function lossPercent({ currentDetectionCount: all, lostDetectionCount: lost }: LossFigures): number {
  return lost >= all ? 100 : Math.min(99, Math.max(51, Math.round((100 * lost) / all)));
}

/** The gains and losses of a transmitter at a receiver, with their names. */
export type PreviewRow = {
  key: string;
  transmitter: string;
  /** The animals that carried it in the time of the preview; '' for none. */
  animals: string;
  receiver: string;
  gained: number;
  lost: number;
};

/** The names of things by their ids; undefined for one that is unknown or deleted. */
type PreviewNames = {
  transmitter: (id: number) => string | undefined;
  animal: (id: number) => string | undefined;
  receiver: (id: number) => string | undefined;
};

/** Returns the rows of a preview made at about `now` (ms), with the animals that carried each transmitter. */
export function previewRows(
  { changes }: Pick<FinishedPreview, 'changes'>,
  tags: readonly Tag[],
  { now, names }: { now: number; names: PreviewNames },
): readonly PreviewRow[] {
  const worn = tags.filter((tag) => isOnBetween(tag, { from: now - previewDays * dayMs, to: now }));
  return changes.map(({ transmitterId, receiverId, gained, lost }) => ({
    key: `${transmitterId}/${receiverId}`,
    transmitter: names.transmitter(transmitterId) ?? `Transmitter ${transmitterId}`,
    animals: animalsText(
      worn.filter(({ TransmitterId }) => TransmitterId === transmitterId),
      names,
    ),
    receiver: names.receiver(receiverId) ?? `Receiver ${receiverId}`,
    gained,
    lost,
  }));
}

function animalsText(worn: readonly Tag[], { animal }: PreviewNames): string {
  return [...new Set(worn.map(({ AnimalId }) => AnimalId))].map((id) => animal(id) ?? `Animal ${id}`).join(', ');
}
