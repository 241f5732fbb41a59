import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import {
  selectAttempt,
  selectLine,
  selectLineTrouble,
  selectOrigin,
  selectSilentFor,
} from '../../machines/socket/socket-selectors.ts';
import { lineTroubleText, silentText, silentWord, tryingText } from '../../model/live/line-text.ts';
import { Button } from '../controls/button.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import styles from './line-notice.module.css';
import { useSession } from './session-actors.tsx';

const last = 'showing the last known state';

/**
 * Shows what is wrong with the line: nothing arrives, so the page shows the last known state. Empty while the
 * line works.
 */
export function LineNotice() {
  const { session } = useSession();
  const socket = useSelector(session, selectSocket);
  const line = useSelector(socket, selectLine);
  const silentFor = useSelector(socket, selectSilentFor);
  const attempt = useSelector(socket, selectAttempt);
  return (
    <p className={styles.line} role="status">
      {lineOf()}
    </p>
  );

  function lineOf(): ReactNode {
    if (line === 'failed') return <FailedLine unadvised={`Not connected; ${last}`} />;
    if (silentFor !== null)
      return <StatusMark status="warning" text={`${silentText(silentFor)}; ${last}`} spoken={`${silentWord}; ${last}`} />;
    if (line === 'reconnecting') return <StatusMark status="warning" text={`Connection lost, reconnecting; ${last}`} />;
    return line === 'connecting' && attempt > 0 ? <StatusMark status="warning" text={tryingText(attempt)} /> : null;
  }
}

/**
 * Says that the line has failed and what to do about it, with Retry. If there is no advice, shows `unadvised`
 * or, by default, only what failed.
 */
export function FailedLine({ unadvised }: { unadvised?: string }) {
  const { session } = useSession();
  const socket = useSelector(session, selectSocket);
  const { title, advice } = lineTroubleText(useSelector(socket, selectLineTrouble), useSelector(socket, selectOrigin));
  return (
    <>
      <StatusMark status="offline" text={advice === null ? (unadvised ?? title) : `${title}. ${advice}`} />
      <Button onPress={() => socket?.send({ type: 'line.retry' })}>Retry</Button>
    </>
  );
}
