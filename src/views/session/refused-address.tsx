import { shallowEqual } from '@xstate/react';
import { unknownIdTexts } from '../../model/journal/unknown-ids.ts';
import { useReadModel } from './session-actors.tsx';
import styles from './refused-address.module.css';

/** The most sentences shown. Only a garbled or malicious address has more. */
const maxSentences = 10;

/** Says what in a screen's address could not be read (NAV-19), above the page or within it. */
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
 * Says which receivers in the address do not exist; a receiver that was `heard` is not reported (NAV-20).
 * `name` is the parameter in the address.
 */
export function UnknownReceivers(props: { name: string; ids: readonly number[]; heard?: readonly number[] }) {
  const { name, ids, heard } = props;
  const sentences = useReadModel(({ fleet }) => unknownIdTexts(name, 'receiver', ids, fleet, heard), shallowEqual);
  return <RefusedAddress sentences={sentences} withinPage />;
}
