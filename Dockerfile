# syntax=docker/dockerfile:1
# One image for every ROLE of docs/operating.md; docs/containers.md says how to build, run and update it.
# Both bases are arguments, for a mirror or for an image that is made from Debian's packages. Pin them by digest in a release.
ARG BUILD_BASE=node:24-bookworm-slim
ARG BASE=debian:bookworm-slim

# npm is only in this stage. The Node that runs Parley is the one of the lock, as on every other machine (see below).
FROM ${BUILD_BASE} AS build
WORKDIR /opt/parley
COPY package.json package-lock.json ./
COPY tools/bootstrap.mjs tools/
COPY web/ web/
COPY contract/ contract/
COPY content/ content/
COPY server/ server/
COPY tsconfig.json ./
# Installs from the lock without scripts of packages, builds the pages, then leaves out what only development needs.
# A registry of yours is in the secret `npmrc`; without it npm uses its own. The secret is in no layer.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    node tools/bootstrap.mjs build \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error \
 && rm -rf /root/.npm node_modules/node-linux-*/include node_modules/node-linux-*/share

FROM ${BASE}
# tini is process 1: it forwards SIGTERM and collects the ended children of a demo's nodes. The versions are the base's.
# Pictures with text, such as those that partners share, need the settings of fontconfig and a font.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends tini fontconfig-config fonts-dejavu-core \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 parley \
 && useradd --uid 10001 --gid 10001 --home-dir /srv/parley --shell /usr/sbin/nologin parley \
 && install -d -o parley -g parley -m 0700 /srv/parley /srv/parley/files \
 && install -d -o parley -g parley -m 0750 /run/parley-verifier /run/parley-signing
WORKDIR /opt/parley
# Owned by root: no process of Parley can write its own code.
COPY --from=build /opt/parley/package.json ./
# A page of the site shows it.
COPY CHANGELOG.md LICENSE ./
COPY --from=build /opt/parley/node_modules node_modules/
COPY --from=build /opt/parley/dist dist/
COPY contract/ contract/
COPY content/ content/
COPY server/ server/
COPY tools/ tools/
COPY web/ web/
# Node comes from npm's platform package in node_modules: the lock holds its version and its hash, and tests, servers and
# images run the same one. The base then needs no Node, no npm and no compiler.
RUN ln -s "/opt/parley/node_modules/node-linux-$(dpkg --print-architecture | sed s/amd64/x64/)/bin/node" /usr/local/bin/node
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning \
    DATA_DIR=/srv/parley \
    HOST=0.0.0.0 \
    PORT=8080
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --retries=3 CMD ["node", "tools/health.ts"]
ENTRYPOINT ["tini", "--", "node"]
CMD ["server/main.ts"]
