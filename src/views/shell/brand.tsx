/** The product's mark and name. */
export function Brand(props: { className?: string | undefined; nameClassName?: string | undefined }) {
  return (
    <span className={props.className}>
      <img src="/icon.svg" alt="" width="28" height="28" />
      <span className={props.nameClassName}>Telemetry console</span>
    </span>
  );
}
