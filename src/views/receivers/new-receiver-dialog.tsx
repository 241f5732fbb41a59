import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { DescribedReceiver } from '../../machines/receivers/receivers-events.ts';
import type { ReceiversRef } from '../../machines/receivers/receivers-machine.ts';
import { type Failure, failureText } from '../../model/contract/failure.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { unknownModelText } from '../../model/receivers/columns.ts';
import { hasTyped } from '../../model/forms/typed.ts';
import { nameProblem } from '../../model/receivers/field-checks.ts';
import { newReceiverName, newReceiverPort } from '../../model/receivers/new-receivers.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { FormDialog } from '../controls/form-dialog.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { AddressFields, NameField, useTypedAddress } from './receiver-fields.tsx';
import { useNow } from './receivers-screen.tsx';
import { useRefusalOfMore } from './use-rights.ts';
import styles from './dialogs.module.css';

const models = [
  { id: '-1', name: 'Not known yet' },
  { id: '0', name: 'Orion' },
  { id: '1', name: 'Ares' },
] as const;

/**
 * Creates a receiver at a site (RX-32, RX-33). A refusal keeps what was typed; without an answer, the same
 * request can be sent again (FLEET-9).
 */
export function NewReceiverDialog({ receivers }: { receivers: ReceiversRef }) {
  const newAt = useSelector(receivers, (snapshot) => snapshot.context.newAt);
  const failure = useSelector(receivers, (snapshot) => snapshot.context.failure);
  const busy = useSelector(receivers, (snapshot) => snapshot.hasTag('busy'));
  const isUnanswered = useSelector(receivers, (snapshot) => snapshot.context.unanswered !== null);
  const isLocked = busy || isUnanswered;
  const sites = useReadModel(({ fleet }) => receiversBySite(fleet)).flatMap(({ site }) => site ?? []);
  const now = useNow();
  const refusal = useRefusalOfMore(1, now);
  const [site, setSite] = useState<number | null>(newAt ?? (sites.length === 1 ? (sites[0]?.id ?? null) : null));
  const [name, setName] = useState(newReceiverName);
  const [model, setModel] = useState('-1');
  const address = useTypedAddress({ ipAddress: '', portNumber: newReceiverPort });
  const [began] = useState({ name, site, model, ip: address.ip, port: address.port });
  const isTyped = hasTyped(began, { name, site, model, ip: address.ip, port: address.port });
  const nameError = nameProblem(name);
  const missing = site === null ? 'Choose a site first' : address.valid ? null : 'Enter a valid address';
  const whyFull = refusal === null || isUnanswered ? null : 'That would exceed the receiver limit';
  const whyNot = whyFull ?? (nameError === null ? missing : 'Enter a valid name');
  const submit = (): void => {
    if (site === null) return;
    const wanted: DescribedReceiver = {
      alias: name.trim(),
      model: Number(model) as DescribedReceiver['model'],
      ipAddress: address.ip,
      portNumber: Number(address.port),
      siteId: site,
    };
    receivers.send({ type: 'receiver.create', wanted });
  };
  return (
    <FormDialog
      title="New Receiver"
      send={isUnanswered ? 'Ask again' : 'Create'}
      why={whyNot}
      isBusy={busy}
      failure={failure === null && !isUnanswered ? null : <Refused failure={failure} isUnanswered={isUnanswered} />}
      isTyped={isTyped}
      onSend={submit}
    >
      {refusal === null || isUnanswered ? null : (
        <p className={styles.failure} role="alert">
          {refusal}
        </p>
      )}
      {sites.length === 0 ? <p className={styles.quiet}>A receiver belongs to a site. Create a site first.</p> : null}
      <NameField text={name} problem={nameError} isDisabled={isLocked} onChange={setName} />
      <ChoicePicker
        label="Site"
        items={sites.map(({ id, alias }) => ({ id: String(id), name: alias }))}
        value={site === null ? null : String(site)}
        onChoose={(id) => setSite(Number(id))}
        isDisabled={isLocked || sites.length === 0}
        width="100%"
      />
      <ChoicePicker
        label="Model"
        items={models}
        value={model}
        onChoose={setModel}
        {...(model === '-1' ? { description: unknownModelText } : {})}
        isDisabled={isLocked}
        width="100%"
      />
      <AddressFields address={address} ownId={null} isDisabled={isLocked} />
    </FormDialog>
  );
}

/** Says why the host refused and, if a request was not answered, that the receiver may or may not exist. */
function Refused({ failure, isUnanswered }: { failure: Failure | null; isUnanswered: boolean }) {
  return (
    <>
      {failure === null ? null : failureText(failure, 'The host did not answer. The receiver was not created')}
      {failure !== null && isUnanswered ? <br /> : null}
      {isUnanswered
        ? 'The host did not answer, so the receiver may or may not exist. Ask again to find out; it is created only once.'
        : null}
    </>
  );
}
