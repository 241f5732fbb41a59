import { useSelector } from '@xstate/react';
import type { KnownTagsRef } from '../../machines/receiver-editor/known-tags-machine.ts';
import { Button } from '../controls/button.tsx';
import styles from './receiver-editor.module.css';

/** Says that the transmitters could not be loaded: their ticks and buttons are missing. */
export function TagsFailure({ knownTags }: { knownTags: KnownTagsRef | undefined }) {
  const isFailed = useSelector(knownTags, (snapshot) => snapshot?.hasTag('failed') === true);
  if (!isFailed) return null;
  return (
    <p className={styles.note} role="alert">
      The transmitters of this system could not be loaded{' '}
      <Button onPress={() => knownTags?.send({ type: 'tags.retry' })}>Retry</Button>
    </p>
  );
}
