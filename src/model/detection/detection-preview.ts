import type { FinishedPreview } from '../contract/detection-calls.ts';
import { countText, minus } from '../text/number-text.ts';

/** How often the host is asked how far a preview is, in ms. */
export const previewPollMs = 2_000;

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
