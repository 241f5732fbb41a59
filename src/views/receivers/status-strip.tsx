import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectScreenSlot } from '../../machines/host-session/host-session-selectors.ts';
import { selectFailed } from '../../machines/resource/resource-machine.ts';
import { selectScreenResource } from '../../machines/screen/screen-selectors.ts';
import { receiverStatusName } from '../../model/entities/receiver.ts';
import { timelineModel } from '../../model/receivers/timeline.ts';
import {
  type StateStart,
  type StripPart,
  durationText,
  onlinePercent,
  presentSpan,
  stripGradient,
  stripMs,
  stripOf,
} from '../../model/receivers/status-strip.ts';
import { Button } from '../controls/button.tsx';
import { StatusMark, statusLooks } from '../controls/status-mark.tsx';
import { useScreenModel, useSession } from '../session/session-actors.tsx';
import { useNow, useReceiversScreen } from './receivers-screen.tsx';
import records from './records.module.css';
import styles from './status-strip.module.css';

const none: readonly StateStart[] = [];

export const colorOf = (status: number | null): string =>
  status === null ? 'var(--console-grid)' : statusLooks[receiverStatusName(status)].color;
const wordOf = (status: number | null): string => (status === null ? 'Unknown' : statusLooks[receiverStatusName(status)].word);

/** Returns the current strip of one receiver (FLEET-10). */
function useStrip(rxId: number): { now: number; parts: readonly StripPart[] } {
  const starts = useScreenModel(timelineModel, ({ starts: all, isLoaded }) => (isLoaded ? all[rxId] : undefined)) ?? none;
  const now = useNow();
  return useMemo(() => ({ now, parts: now === 0 ? [] : stripOf(starts, now) }), [starts, now]);
}

function onlineText(parts: readonly StripPart[]): string {
  const percent = onlinePercent(parts);
  return percent === null ? 'No known state' : `Online ${percent} % of the known time`;
}

function presentText({ status, text }: { status: number; text: string }): string {
  return `${wordOf(status)} ${text}`;
}

/**
 * Shows a strip's last state and how long it has lasted (FLEET-13); nothing if the present state is unknown.
 */
export function PresentMark({ parts, when = '' }: { parts: readonly StripPart[]; when?: string }) {
  const present = presentSpan(parts);
  if (present === null) return null;
  return <StatusMark status={receiverStatusName(present.status)} text={`${when}${presentText(present)}`} />;
}

/** A strip as a thin line without text. The element around it says the same in words. */
export function StatusLine({ rxId }: { rxId: number }) {
  const { parts } = useStrip(rxId);
  return <span className={styles.line} style={parts.length === 0 ? undefined : { background: stripGradient(parts, colorOf) }} />;
}

/** The live states of the past 7 days. If `large`, also lists each state and its duration (FLEET-10). */
export function StatusStrip({ rxId, large }: { rxId: number; large: boolean }) {
  const { times } = useReceiversScreen();
  const { now, parts } = useStrip(rxId);
  const isLoaded = useScreenModel(timelineModel, (model) => model.isLoaded);
  const { session } = useSession();
  const slot = useSelector(session, selectScreenSlot);
  const timeline = useSelector(slot, (snapshot) => snapshot && selectScreenResource(snapshot, 'timeline'));
  const isFailed = useSelector(timeline, selectFailed);
  const failed = isFailed ? (
    <p className="row" role="alert">
      {isLoaded ? 'Could not refresh some states' : 'Oops, something went wrong!'}
      <Button onPress={() => session.send({ type: 'session.retry' })}>Retry</Button>
    </p>
  ) : null;
  if (isFailed && !isLoaded) return failed;
  if (now === 0 || !isLoaded) return <div className={styles.bar} data-large={large} role="status" aria-label="Loading" />;
  const stamp = (ts: number): string => `${times.stamp(ts)} ${times.zone(ts)}`;
  const online = onlineText(parts);
  const present = presentSpan(parts);
  return (
    <div className={styles.strip}>
      <div
        className={styles.bar}
        data-large={large}
        role="img"
        aria-label={`${online}, past 7 days${present === null ? '' : `. Now: ${presentText(present)}`}`}
        style={{ background: stripGradient(parts, colorOf) }}
      />
      <div className={styles.ends}>
        <span>{stamp(now - stripMs)}</span>
        <span>{online}</span>
        {present === null ? <span>Now</span> : <PresentMark parts={parts} when="Now: " />}
      </div>
      {failed}
      {large ? (
        <ol className={styles.states} tabIndex={0} aria-label="States, newest first">
          {parts.toReversed().map(({ status, from, to }) => (
            <li key={from}>
              {status === null ? <span>{wordOf(status)}</span> : <StatusMark status={receiverStatusName(status)} />}
              <span className={records.when}>{`${stamp(from)}, ${durationText(to - from)}`}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
