import type { FinishedPreview } from '../contract/detection-calls.ts';
import { type Failure, failureText } from '../contract/failure.ts';
import type { DetectionConfig } from '../entities/detection-config.ts';
import { isOnBetween, type Tag } from '../registry/tags/tag.ts';
import { countText, minus } from '../text/number-text.ts';

/** How often the host is asked how far a preview is, in ms. */
export const previewPollMs = 2_000;

/** How long a save waits to learn what it would lose, in ms (DET-25). */
export const checkMs = 10_000;

/** How many days a preview looks back. */
const previewDays = 7;
const dayMs = 86_400_000;

/** More rows than anybody reads make a page slow. */
export const mostPreviewRows = 500;

/** '+12.5%', '−6%', '0%'; an en dash where there is nothing to compare with. */
export function changeText(percent: number | null): string {
  if (percent === null) return '–';
  const rounded = Math.round(percent * 10) / 10;
  return rounded > 0 ? `+${rounded}%` : `${minus(rounded)}%`;
}

/** True where nothing was found by either settings in the time of the preview. */
export function isEmptyPreview({ currentDetectionCount, previewDetectionCount, changes }: FinishedPreview): boolean {
  return currentDetectionCount === 0 && previewDetectionCount === 0 && changes.length === 0;
}

/** What a preview said, in a line: '1204 detections now, 1130 with these settings (−6.1%)' */
export function previewSentence({
  currentDetectionCount,
  previewDetectionCount,
  estimatedChangePercent,
}: FinishedPreview): string {
  const [now, then] = [countText(currentDetectionCount), countText(previewDetectionCount)];
  return `${now} ${currentDetectionCount === 1 ? 'detection' : 'detections'} now, ${then} with these settings (${changeText(estimatedChangePercent)})`;
}

/** True where settings lose more than half of the detections that there are: half is not more (DET-25). */
export function losesMost({ currentDetectionCount, lostDetectionCount }: LossFigures): boolean {
  return 2 * lostDetectionCount > currentDetectionCount;
}

type LossFigures = Pick<FinishedPreview, 'currentDetectionCount' | 'lostDetectionCount'>;

/** What is known of a save: its preview; else why there is none, which is null where it took too long. */
type Checked = { preview: LossFigures | null; failure: Failure | null };

/**
 * What a person is asked before settings are saved that lose most detections, or may (DET-25). `reapplied` is
 * the older version whose values they are; null for those of the form.
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

/** Whole percent that contradict no figure beside them: 100 is all, and more than half is above 50. */
function lossPercent({ currentDetectionCount: all, lostDetectionCount: lost }: LossFigures): number {
  return lost >= all ? 100 : Math.min(99, Math.max(51, Math.round((100 * lost) / all)));
}

/** What is gained and lost of a transmitter at a receiver, with what these are called. */
export type PreviewRow = {
  key: string;
  transmitter: string;
  /** The animals that carried it in the time of the preview; '' for none. */
  animals: string;
  receiver: string;
  gained: number;
  lost: number;
};

/** What things are called, by their numbers; undefined for one that is not known, or gone by now. */
type PreviewNames = {
  transmitter: (id: number) => string | undefined;
  animal: (id: number) => string | undefined;
  receiver: (id: number) => string | undefined;
};

/** The rows of a preview made at about `now` (ms), with who carried what at some time that it covers. */
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
