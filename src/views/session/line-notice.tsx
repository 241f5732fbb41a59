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
 * Says that nothing arrives over the line, so the page shows the last known state and not the present one.
 */
export function LineNotice() {
  const { session } = useSession();
  const socket = useSelector(session, selectSocket);
  const line = useSelector(socket, selectLine);
  const silentFor = useSelector(socket, selectSilentFor);
  const trouble = useSelector(socket, selectLineTrouble);
  const origin = useSelector(socket, selectOrigin);
  const attempt = useSelector(socket, selectAttempt);
  return (
    <p className={styles.line} role="status">
      {lineOf()}
    </p>
  );

  function lineOf(): ReactNode {
    if (line === 'failed') {
      const { title, advice } = lineTroubleText(trouble, origin);
      return (
        <>
          <StatusMark status="offline" text={advice === null ? `Not connected; ${last}` : `${title}. ${advice}`} />
          <Button onPress={() => socket?.send({ type: 'line.retry' })}>Retry</Button>
        </>
      );
    }
    if (silentFor !== null)
      return <StatusMark status="warning" text={`${silentText(silentFor)}; ${last}`} spoken={`${silentWord}; ${last}`} />;
    if (line === 'reconnecting') return <StatusMark status="warning" text={`Connection lost, reconnecting; ${last}`} />;
    return line === 'connecting' && attempt > 0 ? <StatusMark status="warning" text={tryingText(attempt)} /> : null;
  }
}
