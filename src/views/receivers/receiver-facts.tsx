import type { ReactNode } from 'react';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { listAtSite, receiversAddress } from '../../model/receivers/receivers-address.ts';
import { clockText } from '../../model/receivers/clock-offset.ts';
import type { ReceiverHistory } from '../../model/receivers/vitals-lines.ts';
import { addressText, columnLabels } from '../../model/receivers/columns.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useAddress } from '../session/use-address.ts';
import * as cells from './receiver-cells.tsx';
import { named, useReceiversScreen } from './receivers-screen.tsx';
import { SnoozeFact } from './snooze-cell.tsx';
import { StatusCell } from './status-cell.tsx';
import styles from './records.module.css';

/** Shows the values that the list has of one receiver, one below the other, with its actions. */
export function ReceiverFacts({ rx, vitals }: { rx: Receiver; vitals: QuestionRef<ReceiverHistory> | undefined }) {
  const { receivers, editable, openBeside, snooze } = useReceiversScreen();
  const [state, changeAddress] = useAddress(receiversAddress);
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const site = useReadModel(({ fleet }) => (rx.SiteId === null ? undefined : fleet.sites[rx.SiteId]));
  const clock = clockText(useAnswer(vitals).answer);
  const { id } = rx;
  const facts: [string, ReactNode][] = [
    [
      'Site',
      site === undefined ? (
        '–'
      ) : (
        <Link
          key="site"
          className={styles.siteLink}
          href={`${screenUrl(mitasId, 'receivers')}${receiversAddress.write(listAtSite(state, site.alias))}`}
          title={`Receivers at ${site.alias}`}
        >
          {site.alias}
        </Link>
      ),
    ],
    [
      'Status',
      <span key="status" className={styles.status}>
        <StatusCell rxId={id} />
        {clock === null ? null : <span className={styles.clock}>{clock}</span>}
      </span>,
    ],
    [columnLabels.health, <cells.HealthCell key="health" rxId={id} />],
    [columnLabels.address, addressText(rx) ?? '–'],
    [columnLabels.model, <cells.ModelCell key="model" rxId={id} />],
    [columnLabels.memory, <cells.MemoryCell key="memory" rxId={id} />],
    [columnLabels.voltage, <cells.VoltageCell key="voltage" rxId={id} />],
    [columnLabels.firmware, <cells.FirmwareCell key="firmware" rxId={id} />],
    [columnLabels.heard, <cells.HeardCell key="heard" rxId={id} />],
    [columnLabels.contact, <cells.ContactCell key="contact" rxId={id} />],
    ['Location', rx.latitude === null || rx.longitude === null ? '–' : `${rx.latitude.toFixed(4)}, ${rx.longitude.toFixed(4)}`],
    ['Alarms', <SnoozeFact key="alarms" rxId={id} />],
    [columnLabels.enabled, <cells.EnabledCell key="enabled" rxId={id} />],
  ];
  return (
    <Card
      title="Receiver"
      aside={
        <span className={styles.buttons}>
          {editable ? (
            <>
              <Button onPress={(event) => openBeside({ kind: 'menu', id, element: event.target })}>Actions</Button>
              <Button onPress={() => receivers.send({ type: 'receiver.locate', receiver: named(rx) })}>Edit location</Button>
            </>
          ) : snooze === null ? null : (
            <Button onPress={() => snooze([named(rx)])}>Snooze alarms</Button>
          )}
          <Button rank={editable ? 'primary' : 'secondary'} onPress={() => changeAddress((before) => ({ ...before, edit: id }))}>
            {editable ? 'Edit configuration' : 'View configuration'}
          </Button>
        </span>
      }
    >
      <div className={styles.facts}>
        <FactList facts={facts} />
      </div>
    </Card>
  );
}
