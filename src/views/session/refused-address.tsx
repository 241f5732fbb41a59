import styles from './refused-address.module.css';

/** More say no more: an address is typed by hand, or by somebody who means no good. */
const maxSentences = 10;

/** What the address of a screen asks for and cannot be read (NAV-19). */
export function RefusedAddress(props: { sentences: readonly string[] }) {
  if (props.sentences.length === 0) return null;
  return (
    <div className={styles.refused} role="status">
      {[...new Set(props.sentences)].slice(0, maxSentences).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
