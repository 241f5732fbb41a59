import { DatePicker } from '@adobe/react-spectrum/DatePicker';
import { type CalendarDateTime, isSameDay, parseDateTime } from '@internationalized/date';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria/I18nProvider';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { latestMs } from '../../model/contract/instant-fields.ts';
import { stampText, type TimeText } from '../../model/live/contact-text.ts';
import { instantAt } from '../../model/time/wall-time.ts';
import { useSession } from '../session/session-actors.tsx';
import styles from './activity.module.css';

type Props = {
  label: string;
  /** The time that counts, in ms since the epoch. */
  ts: number | null;
  /** Their timezone stays as long as the field: with another there must be another field. */
  times: TimeText;
  /** Why the time does not count though it is whole. */
  error?: string | undefined;
  onChoose: (ts: number | null) => void;
};

/** What was typed while `base` counted; null for a field that was emptied. */
type Draft = { value: CalendarDateTime | null; base: number | null };

/** English that writes the year first, as all times here are written (CHG-30). */
const yearFirst = 'en-CA';

/** No change is older. */
const firstDay = parseDateTime('2000-01-01T00:00');
const lastDay = wallOf(stampText(latestMs, 0));

/**
 * A minute by the clocks of the system. A day of the calendar counts at once; what is typed counts by Enter
 * or when the field is left, as digits come one by one and 10:04 stands there on the way to 10:40. Escape
 * gives it up (CHG-28).
 */
export function TimeField(props: Props) {
  const { label, ts, times } = props;
  const { contactWindow } = useSession();
  // One value for one time: with another, what is half typed would be taken back.
  const chosen = useMemo(() => (ts === null ? null : wallOf(times.stamp(ts))), [ts, times]);
  // The field reports what it makes of the digits and that it is left within one event, before it is drawn.
  const draft = useRef<Draft | null>(null);
  const [drawn, setDrawn] = useState<Draft | null>(null);
  const [givenUp, setGivenUp] = useState(0);
  const isOpen = useRef(false);
  // Where the calendar opens: today at midnight.
  const [today] = useState(() => {
    const now = contactWindow === undefined ? 0 : hostNow(contactWindow.getSnapshot().context);
    return wallOf(times.stamp(now)).set({ hour: 0, minute: 0, second: 0 });
  });
  const shown = drawn?.base === ts ? drawn.value : chosen;
  const hold = (next: Draft | null): void => {
    draft.current = next;
    setDrawn(next);
  };
  const choose = (): void => {
    const typed = draft.current;
    if (typed === null) return;
    // Another time counts since, such as by the browser's Back: what was typed over the last one is gone.
    if (typed.base !== ts) return hold(null);
    if (isOutside(typed.value)) return;
    hold(null);
    const next = typed.value === null ? null : instantAt(typed.value.toDate('UTC').getTime(), times);
    if (next !== ts) props.onChoose(next);
  };
  const changeTo = (value: CalendarDateTime | null): void => {
    const isOtherDay = value !== null && shown !== null && !isSameDay(value, shown);
    hold({ value, base: ts });
    if (isOpen.current && isOtherDay) choose();
  };
  const onKey = ({ key, currentTarget, ...event }: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    if (!target.isContentEditable) return;
    if (key === 'Enter') {
      // What is no time, such as 30 February, becomes one when the field is left.
      target.blur();
      target.focus();
      choose();
    }
    if (key === 'Escape') {
      hold(null);
      // Only a new field forgets what is half typed. In the calendar, Escape closes it.
      if (currentTarget.contains(target)) setGivenUp((count) => count + 1);
    }
  };
  const isRefused = props.error !== undefined && drawn?.base !== ts;
  return (
    // On the way down: within the field, Enter is taken for a press of it.
    <div className={styles.timeField} role="presentation" onKeyDownCapture={onKey}>
      <I18nProvider locale={yearFirst}>
        <DatePicker
          key={givenUp}
          autoFocus={givenUp > 0}
          label={label}
          width="100%"
          granularity="minute"
          hourCycle={24}
          minValue={firstDay}
          maxValue={lastDay}
          placeholderValue={today}
          value={shown}
          onChange={changeTo}
          onBlur={choose}
          onOpenChange={(opened) => {
            isOpen.current = opened;
            if (!opened) choose();
          }}
          {...(isRefused ? { validationState: 'invalid', errorMessage: props.error } : {})}
        />
      </I18nProvider>
    </div>
  );
}

/** What clocks show then, of '2026-05-01 14:03:20'. */
function wallOf(stamp: string): CalendarDateTime {
  return parseDateTime(stamp.replace(' ', 'T'));
}

function isOutside(value: CalendarDateTime | null): boolean {
  return value !== null && (value.compare(firstDay) < 0 || value.compare(lastDay) > 0);
}
