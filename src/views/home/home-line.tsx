import { useSelector } from '@xstate/react';
import type { LiveStreamRef } from '../../machines/live-stream/live-stream-machine.ts';
import { StatusMark } from '../controls/status-mark.tsx';
import styles from './home.module.css';

/** Said while the line is cut: what the page shows is then the last that was heard, not how the network is doing. */
export function HomeLine(props: { liveStream: LiveStreamRef }) {
  const lost = useSelector(props.liveStream, (snapshot) => snapshot.matches({ line: { watched: 'reconnecting' } }));
  const failed = useSelector(props.liveStream, (snapshot) => snapshot.hasTag('failed'));
  return (
    <p className={styles.line} role="status">
      {failed ? <StatusMark status="offline" text="Not connected; this is the last that was known" /> : null}
      {lost ? <StatusMark status="warning" text="Connection lost, reconnecting; this is the last that was known" /> : null}
    </p>
  );
}
