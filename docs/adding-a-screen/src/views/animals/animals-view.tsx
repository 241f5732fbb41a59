import { useSelector } from '@xstate/react';
import type { AnimalsRef } from '../../machines/animals/animals-machine.ts';
import { failureText } from '../../model/contract/failure.ts';
import { animalsModel } from '../../model/journal/screen-models/animals.ts';
import { Card } from '../controls/card.tsx';
import { Notice } from '../controls/notice.tsx';
import { Page } from '../controls/page.tsx';
import { PillButton } from '../controls/pill-button.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useScreenModel } from '../session/session-actors.tsx';

/** The animals of this study (REG-6). */
export default function AnimalsView({ actor }: ScreenProps<AnimalsRef>) {
  const animals = useScreenModel(animalsModel, (state) => state.animals);
  const failure = useSelector(actor, (snapshot) => snapshot.context.failure);
  return (
    <Page title="Database" about="The animals of this study">
      <Card label="Animals">{content()}</Card>
    </Page>
  );

  function content() {
    if (failure !== null)
      return (
        <Notice
          tone="failed"
          title="The animals could not be loaded"
          action={
            <PillButton variant="accent" onPress={() => actor.send({ type: 'animals.retry' })}>
              Retry
            </PillButton>
          }
        >
          {failureText(failure, 'The host did not answer')}
        </Notice>
      );
    if (animals === null) return <p role="status">Loading…</p>;
    if (animals.length === 0) return <Notice title="No animals yet">They appear here once they are added.</Notice>;
    return (
      <ul>
        {animals.map(({ id, alias, species, weight }) => (
          <li key={id}>{`${alias}, ${species}, ${weight} g`}</li>
        ))}
      </ul>
    );
  }
}
