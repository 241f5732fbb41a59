import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { useDialogClose, useTyped } from './dialog-closing.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { Greyed } from './greyed.tsx';
import styles from './form-dialog.module.css';

type Props = {
  title: string;
  /** Shown between Cancel and the main button. */
  extra?: ReactNode;
  /** Why the main button cannot be pressed yet; null if it can. */
  why?: string | null;
  isBusy?: boolean;
  /** Why the request was refused; null if it was not. */
  failure?: ReactNode;
  children: ReactNode;
};

type FormProps = {
  send: string;
  /** True if something is typed or chosen but not sent. */
  isTyped: boolean;
  onSend: () => void;
};

/**
 * A dialog with fields. Enter sends it too; a refusal keeps what was typed. Must be inside a DialogHolder,
 * which asks before typed text is lost (FORM-21). The main button submits the form instead of handling its
 * press: a press can blur a field that applies its text only then, which enables the button during the press.
 * The browser still submits the form (FORM-20).
 */
export function FormDialog(props: Props & FormProps) {
  const { title, send, extra, why, isBusy = false, failure = null, isTyped, onSend, children } = props;
  const close = useDialogClose();
  useTyped(isTyped);
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Dialogs can open over each other: send only this one's form.
    event.stopPropagation();
    if ((why ?? null) === null && !isBusy) onSend();
  };
  return (
    <DialogFrame
      title={title}
      buttons={
        <>
          <Cancel isBusy={isBusy} onClose={close} />
          {extra}
          <Greyed why={why ?? null} isWritten={why !== undefined}>
            <Button rank="primary" type="submit" form={id} isBusy={isBusy}>
              {send}
            </Button>
          </Greyed>
        </>
      }
    >
      <form id={id} className={`stack gap-12 ${styles.fields}`} aria-label={title} noValidate onSubmit={submit}>
        {children}
        <Refusal failure={isBusy ? null : failure} />
      </form>
    </DialogFrame>
  );
}

type ConfirmProps = {
  /** The verb of the main button. */
  confirm: string;
  cancel?: string;
  /** The rank of the main button: by default 'destructive', which is red; 'primary' if nothing is lost. */
  rank?: 'destructive' | 'primary';
  role?: 'dialog' | 'alertdialog';
  size?: 'S' | 'M';
  /** Replaces all buttons. */
  buttons?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is done or lost. Needs a DialogHolder around it. */
export function ConfirmDialog(props: Props & ConfirmProps) {
  const { title, confirm, cancel, rank = 'destructive', size = 'S', why = null, isBusy = false, failure = null } = props;
  return (
    <DialogFrame
      role={props.role ?? (rank === 'destructive' ? 'alertdialog' : 'dialog')}
      size={size}
      title={title}
      buttons={
        props.buttons ?? (
          <>
            <Cancel isBusy={isBusy} autoFocus label={cancel} onClose={props.onClose} />
            {props.extra}
            <Greyed why={why}>
              <Button rank={rank} isBusy={isBusy} onPress={props.onConfirm}>
                {confirm}
              </Button>
            </Greyed>
          </>
        )
      }
    >
      <div className={`stack gap-12 ${styles.fields}`}>
        {props.children}
        <Refusal failure={isBusy ? null : failure} />
      </div>
    </DialogFrame>
  );
}

function Refusal({ failure }: { failure: ReactNode }) {
  if (failure === null) return null;
  return (
    <p className="failure" role="alert">
      {failure}
    </p>
  );
}

type CancelProps = { isBusy: boolean; autoFocus?: boolean; label?: string | undefined; onClose: () => void };

function Cancel({ isBusy, autoFocus = false, label = 'Cancel', onClose }: CancelProps) {
  return (
    <Greyed isBusy={isBusy}>
      <Button autoFocus={autoFocus} onPress={onClose}>
        {label}
      </Button>
    </Greyed>
  );
}
