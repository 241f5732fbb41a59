import { ProgressCircle } from '@adobe/react-spectrum/ProgressCircle';
import { useSelector } from '@xstate/react';
import { selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import { selectAttempt, selectLineTrouble, selectOrigin } from '../../machines/socket/socket-selectors.ts';
import { lineTroubleText, tryingText } from '../../model/live/line-text.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Notice } from '../controls/notice.tsx';
import { useSession } from '../session/session-actors.tsx';
import styles from './stream.module.css';

/** Replaces the stream if its connection was given up before any contact arrived. */
export function StreamFailed() {
  const { session } = useSession();
  const socket = useSelector(session, selectSocket);
  const { title, advice } = lineTroubleText(useSelector(socket, selectLineTrouble), useSelector(socket, selectOrigin));
  return (
    <Card label="Live stream">
      <Notice
        tone="failed"
        title={title}
        action={
          <Button rank="primary" onPress={() => socket?.send({ type: 'line.retry' })}>
            Retry
          </Button>
        }
      >
        {advice ?? undefined}
      </Notice>
    </Card>
  );
}

/** Replaces the stream until it has a first connection, and says so if that takes a while. */
export function StreamConnecting() {
  const { session } = useSession();
  const attempt = useSelector(useSelector(session, selectSocket), selectAttempt);
  return (
    <Card label="Live stream">
      <div className={styles.waiting}>
        <ProgressCircle isIndeterminate aria-label="Connecting to the live stream" size="L" />
        <p className="quiet above-8" role="status">
          {attempt > 0 ? tryingText(attempt) : ''}
        </p>
      </div>
    </Card>
  );
}
