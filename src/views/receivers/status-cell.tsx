import { memo } from 'react';
import { receiverStatusName } from '../../model/entities/receiver.ts';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import { CommandMark } from './command-mark.tsx';
import { Cell } from './receiver-cells.tsx';
import { useReceiver, useReceiversScreen } from './receivers-screen.tsx';
import { RowButton } from './row-button.tsx';
import { StatusLine } from './status-strip.tsx';
import { useStateWords } from './use-state-words.ts';
import styles from './cells.module.css';

/** The current state. In the list, the strip of the past 7 days lies below it and opens large (FLEET-10). */
export const StatusCell = memo(function StatusCell({ rxId, isInList = false }: { rxId: number; isInList?: boolean }) {
  const { openBeside } = useReceiversScreen();
  const alias = useReceiver(rxId, (rx) => rx.alias);
  const status = useReceiver(rxId, (rx): StatusLook => (rx.enabled ? receiverStatusName(rx.status) : 'disabled')) ?? 'offline';
  const { word, text } = useStateWords(rxId, status);
  return (
    <Cell area="status" title={text}>
      <CommandMark rxId={rxId} isShort={isInList}>
        <StatusMark status={status} text={isInList ? word : text} {...(isInList && text !== word ? { spoken: text } : {})} />
      </CommandMark>
      {isInList ? (
        <RowButton
          className={styles.strip}
          label={`Status for past 7 days of ${alias}`}
          onPress={(element) => openBeside({ kind: 'status', id: rxId, element })}
        >
          <StatusLine rxId={rxId} />
        </RowButton>
      ) : null}
    </Cell>
  );
});
