#!/bin/sh
# What certbot calls with each new certificate (--deploy-hook). The host reads its certificate when it starts:
# it is started anew, and consoles open their lines again by themselves.
set -eu
install -m 640 -o root -g telemetry "$RENEWED_LINEAGE/fullchain.pem" /etc/telemetry-console/cert.pem
install -m 640 -o root -g telemetry "$RENEWED_LINEAGE/privkey.pem" /etc/telemetry-console/key.pem
systemctl try-restart telemetry-console.service
