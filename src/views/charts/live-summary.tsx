import { VisuallyHidden } from 'react-aria/VisuallyHidden';
import { summaryText } from '../../model/live/contact-text.ts';
import { type TimeText } from '../../model/time/time-text.ts';
import type { ReceiverLooks } from '../../model/entities/receiver.ts';
import type { LiveFigures } from '../../model/live/live-figures.ts';
import { notReceivedText, type ReceptionGap } from '../../model/live/reception.ts';

type Props = { figures: LiveFigures; receivers: ReceiverLooks; times: TimeText; gaps: readonly ReceptionGap[] };

/** Describes the live chart to screen readers; empty until its figures are known (LIVE-34). */
export function LiveSummary({ figures: { legend, range, loading }, receivers, times, gaps }: Props) {
  const words = [summaryText(legend, range, receivers, times), notReceivedText(gaps, range, times)];
  return (
    <VisuallyHidden elementType="p" role="status" data-testid="live-chart-summary">
      {loading ? null : words.join(' ').trim()}
    </VisuallyHidden>
  );
}
