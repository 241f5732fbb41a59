import { type FormEvent, useState } from 'react';
import type { Receiver } from '../../model/entities/receiver.ts';
import { addressEdits } from '../../model/receivers/address-edits.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { AddressFields, useTypedAddress } from './receiver-fields.tsx';
import { useEdit } from './receivers-screen.tsx';
import styles from './beside-row.module.css';

/** Edits IP address and port (RX-4, RX-5). Saves each of them as its own edit, and only if it has changed. */
export function AddressForm(props: { receiver: Receiver; onClose: () => void }) {
  const { onClose } = props;
  // Keep the receiver as it was when the form opened, so that only this person's changes are saved.
  const [receiver] = useState(props.receiver);
  const edit = useEdit();
  const address = useTypedAddress(receiver);
  const { ip, port, valid } = address;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!valid) return;
    edit((mitasId) => addressEdits(mitasId, receiver, ip, Number(port)));
    onClose();
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <AddressFields address={address} ownId={receiver.id} autoFocus />
      <div className={styles.formButtons}>
        <Button onPress={onClose}>Cancel</Button>
        <Greyed why={valid ? null : 'Enter a valid address'}>
          <Button rank="primary" type="submit">
            Save
          </Button>
        </Greyed>
      </div>
    </form>
  );
}
