import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import { selectGap, selectIncompleteSince } from '../../machines/socket/contact-feed-machine.ts';
import { selectContactFeed, selectLine, selectSilentFor } from '../../machines/socket/socket-selectors.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { incompleteText, loadingText, silentText, silentWord } from '../../model/live/line-text.ts';
import type { TimeLimit } from '../../model/live/live-settings.ts';
import { StatusMark } from '../controls/status-mark.tsx';
import { FailedLine } from '../session/line-notice.tsx';
import { useSession } from '../session/session-actors.tsx';
import styles from './stream.module.css';

/**
 * Shows the state of the line: whether it works, is silent, is lost or was given up, or whether contacts are
 * missing, for now or for good. `loading` is the time range that is loading for the first time. `waiting`
 * replaces 'Streaming' while the view is paused.
 */
export function LineState(props: { times: TimeText; loading: TimeLimit | null; waiting: ReactNode }) {
  const { session } = useSession();
  const socket = useSelector(session, selectSocket);
  const line = useSelector(socket, selectLine);
  const feed = useSelector(socket, selectContactFeed);
  const gap = useSelector(feed, selectGap);
  const incompleteSince = useSelector(feed, selectIncompleteSince);
  const silentFor = useSelector(socket, selectSilentFor);
  return (
    <p className={styles.state} role="status">
      {lineOf()}
      {props.waiting === null ? null : <span data-testid="waiting">{props.waiting}</span>}
    </p>
  );

  function lineOf(): ReactNode {
    if (line === 'failed') return <FailedLine />;
    if (silentFor !== null) return <StatusMark status="warning" text={silentText(silentFor)} spoken={silentWord} />;
    if (line !== 'open') return <StatusMark status="warning" text="Connection lost, reconnecting. Contacts stay on screen" />;
    if (gap) return <StatusMark status="warning" text="Fetching missing contacts" />;
    if (props.loading !== null) return <StatusMark status="waiting" text={loadingText(props.loading)} />;
    if (incompleteSince !== null) return <StatusMark status="warning" text={incompleteText(incompleteSince, props.times)} />;
    return props.waiting === null ? <StatusMark status="online" text="Streaming" /> : null;
  }
}
