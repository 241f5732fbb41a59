import styles from './refused-address.module.css';

/** What the address of a screen asks for and cannot be read (NAV-19). */
export function RefusedAddress(props: { sentences: readonly string[] }) {
  if (props.sentences.length === 0) return null;
  return (
    <div className={styles.refused} role="status">
      {props.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
