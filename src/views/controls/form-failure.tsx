import styles from './text-form.module.css';

/** Says in the form what went wrong. */
export function FormFailure(props: { text: string | null | undefined }) {
  return (
    <p className={styles.failure} role="alert">
      {props.text}
    </p>
  );
}
