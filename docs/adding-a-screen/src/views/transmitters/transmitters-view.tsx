import { useSelector } from '@xstate/react';
import type { TransmittersRef } from '../../machines/transmitters/transmitters-machine.ts';
import { failureText } from '../../model/contract/failure.ts';
import { Card } from '../controls/card.tsx';
import { Notice } from '../controls/notice.tsx';
import { Page } from '../controls/page.tsx';
import { PillButton } from '../controls/pill-button.tsx';
import type { ScreenProps } from '../session/screen-props.ts';

/** The transmitters of this study (REG-1). */
export default function TransmittersView({ actor }: ScreenProps<TransmittersRef>) {
  const { transmitters, failure } = useSelector(actor, (snapshot) => snapshot.context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  return (
    <Page title="Database" about="The transmitters of this study">
      <Card label="Transmitters">{content()}</Card>
    </Page>
  );

  function content() {
    if (busy) return <p role="status">Loading…</p>;
    if (failure !== null)
      return (
        <Notice
          tone="failed"
          title="The transmitters could not be loaded"
          action={
            <PillButton variant="accent" onPress={() => actor.send({ type: 'transmitters.retry' })}>
              Retry
            </PillButton>
          }
        >
          {failureText(failure, 'The host did not answer')}
        </Notice>
      );
    if (transmitters.length === 0) return <Notice title="No transmitters yet">They appear here once they are added.</Notice>;
    return (
      <ul>
        {transmitters.map(({ id, serialNumber, frequency }) => (
          <li key={id}>{`${serialNumber}, ${frequency.toFixed(3)} MHz`}</li>
        ))}
      </ul>
    );
  }
}
