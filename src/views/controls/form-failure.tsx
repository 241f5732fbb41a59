import styles from './text-form.module.css';

/** What went wrong, where the person looks for it. */
export function FormFailure(props: { text: string | null | undefined }) {
  return (
    <p className={styles.failure} role="alert">
      {props.text}
    </p>
  );
}
