import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { JournalRef } from '../../machines/journal/journal-actor.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { TimeText } from '../../model/time/time-text.ts';
import { clockDifference, clockDifferenceText } from '../../model/time/clock-difference.ts';
import { Button } from '../controls/button.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import styles from '../notices/notices.module.css';

/** SYS-16: says, until dismissed, that the browser would show other times than the host. */
export function ClockNotice({ journal }: { journal: JournalRef }) {
  const clock = useSelector(journal, (snapshot) => shown(snapshot).host.config?.clock);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const isOther = useMemo(() => {
    if (clock === undefined) return false;
    const browser = new TimeText(clock.timezone);
    return clockDifference(clock, (ts) => browser.offsetMinutes(ts)) !== null;
  }, [clock]);
  if (clock === undefined || !isOther || closedFor === clock.timezone) return null;
  return (
    <div className={styles.banner} role="status" data-variant="info">
      <span>{clockDifferenceText(clock.timezone)}</span>
      <Button rank="quiet" aria-label="Dismiss" onPress={() => setClosedFor(clock.timezone)}>
        <CloseIcon size={16} />
      </Button>
    </div>
  );
}
