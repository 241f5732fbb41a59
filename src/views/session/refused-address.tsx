import { shallowEqual } from '@xstate/react';
import { unknownIdTexts } from '../../model/journal/unknown-ids.ts';
import { useReadModel } from './session-actors.tsx';
import styles from './refused-address.module.css';

/** More say no more: an address is typed by hand, or by somebody who means no good. */
const maxSentences = 10;

/** What the address of a screen asks for and cannot be read (NAV-19), above its page or within it. */
export function RefusedAddress(props: { sentences: readonly string[]; withinPage?: boolean }) {
  if (props.sentences.length === 0) return null;
  return (
    <div className={styles.refused} role="status" data-within={props.withinPage ?? false}>
      {[...new Set(props.sentences)].slice(0, maxSentences).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

/**
 * What the address names of receivers and is not there, nor `heard` (NAV-20); `name` is what they stand by in
 * it.
 */
export function UnknownReceivers(props: { name: string; ids: readonly number[]; heard?: readonly number[] }) {
  const { name, ids, heard } = props;
  const sentences = useReadModel(({ fleet }) => unknownIdTexts(name, 'receiver', ids, fleet, heard), shallowEqual);
  return <RefusedAddress sentences={sentences} withinPage />;
}
