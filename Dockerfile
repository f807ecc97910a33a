# One image for the web server, the worker and the migrations; the command selects one (docs/operations/install.md).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma ./prisma
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# Keeps only the password library of the optional packages. Without the others, such as the embedded database for trials,
# the packages shrink from 892 to 359 MB.
RUN cp -r node_modules/@node-rs /tmp/node-rs \
  && npm prune --omit=dev --omit=optional --no-audit --no-fund --ignore-scripts \
  && rm -rf node_modules/@node-rs && mv /tmp/node-rs node_modules/@node-rs

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/cli/bin.mjs /app/cli/build.mjs ./cli/
COPY --from=build /app/prisma ./prisma
# For `docker compose exec worker finderlohn …`. A volume at /backups inherits the owner of this folder.
RUN ln -s /app/cli/bin.mjs /usr/local/bin/finderlohn && install -d -o node -g node -m 700 /backups
USER node
# Detects an incomplete image during the build instead of at the start.
RUN finderlohn --version && node -e 'import("@node-rs/argon2").then(({ hash }) => hash("x"))'
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# exec form, so that SIGTERM reaches the program, which then ends within ten seconds.
ENTRYPOINT ["node", "cli/bin.mjs"]
CMD ["serve"]
