;;; Sessions in Emacs: Eglot with the set-up of editors/emacs.  -*- lexical-binding: t; -*-
(require 'cl-lib)
(package-initialize)
(require 'probity)
(require 'flymake)

(setq probity-program (getenv "PROBITY_BIN")
      probity-eglot nil ; a batch has no commands after which it would begin
      eglot-sync-connect 10
      eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      create-lockfiles nil)

;; Eglot asks before it changes files that nobody sees.
(advice-add 'y-or-n-p :override (lambda (&rest _) t))

(defun session-eventually (what ready)
  "Wait until READY gives something, and give it; WHAT is said if it does not."
  (let ((end (+ (float-time) 10)) found)
    (while (not (setq found (funcall ready)))
      (when (> (float-time) end) (error "%s: it did not become so" what))
      (accept-process-output nil 0.01))
    found))

(defun session-same (found wanted what)
  (unless (equal found wanted) (error "%s: expected %S, found %S" what wanted found)))

(defun session-open (file)
  (find-file file)
  (unless (eglot-current-server) (apply #'eglot--connect (eglot--guess-contact)))
  (unless (eglot-managed-p) (eglot--maybe-activate-editing-mode))
  (flymake-mode 1))

(defun session-mistakes ()
  (flymake-start)
  (mapcar (lambda (one) (buffer-substring-no-properties (flymake-diagnostic-beg one) (flymake-diagnostic-end one)))
          (flymake-diagnostics)))

(defun session-replace (from to)
  (goto-char (point-min))
  (search-forward from)
  (replace-match to t t)
  (run-hooks 'post-command-hook)
  (eglot--signal-textDocument/didChange))

;;; Steps: each is a session of its own

(defun session-diagnostics ()
  (session-open "Counter.mch")
  (session-same major-mode 'probity-b-mode "the mode")
  (session-same (plist-get (eglot--TextDocumentItem) :languageId) "b" "the language")
  (session-replace "BEGIN count" "BEGIN coumt")
  (session-same (session-eventually "a mistake" #'session-mistakes) '("coumt") "the mistake")
  (session-replace "BEGIN coumt" "BEGIN count")
  (session-eventually "no mistake" (lambda () (null (session-mistakes))))
  (dolist (case '(("valve.eventb" probity-eventb-mode "opem") ("hold.csp" probity-csp-mode "HOLDS")))
    (session-open (nth 0 case))
    (session-same major-mode (nth 1 case) "the mode")
    (session-same (session-eventually "a mistake" #'session-mistakes) (list (nth 2 case)) "the mistake")))

(defun session-go (text)
  "Go to TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun session-text (file)
  (with-current-buffer (find-file-noselect file) (buffer-string)))

(defun session-names ()
  (session-open "Desk.mch")
  (session-go "count < 3")
  (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (unless (string-match-p "variable" (plist-get (plist-get hover :contents) :value)) (error "hover: %S" hover)))
  (let ((found (xref-backend-definitions 'eglot "LSP identifier at point.")))
    (session-same (mapcar (lambda (one) (xref-location-line (xref-item-location one))) found) '(7) "the definition"))
  (eglot-rename "level")
  (unless (string-match-p "level < 3" (buffer-string)) (error "the name is not new: %s" (buffer-string)))
  (when (string-match-p "\\_<count\\_>" (session-text "Counter.mch")) (error "the old name is left in Counter")))

(defun session-writing ()
  (session-open "Counter.mch")
  (session-replace "reset = BEGIN" "reset   =BEGIN")
  (eglot-format-buffer)
  (when (string-match-p "reset   =" (buffer-string)) (error "no layout: %s" (buffer-string)))
  (session-replace "count < limit" "coumt < limit")
  (session-eventually "a mistake" #'session-mistakes)
  (session-go "coumt")
  (let ((action (session-eventually "an action"
                  (lambda () (seq-find (lambda (one) (string-match-p "count" (plist-get one :title))) (eglot-code-actions (point) (1+ (point)) "quickfix"))))))
    (eglot--apply-workspace-edit (plist-get action :edit))
    (eglot--signal-textDocument/didChange)) ; a batch has no idle time
  (session-eventually "it is mended" (lambda () (null (session-mistakes)))))

(defun session-completion ()
  (session-open "Counter.mch")
  (session-replace "count < limit" "co")
  (let* ((offer (eglot-completion-at-point))
         (names (all-completions "co" (nth 2 offer))))
    (unless (seq-some (lambda (one) (string-prefix-p "count" one)) names) (error "count is not offered: %S" names))))

(defun session-commands ()
  (session-open "scheduler0_err.mch")
  (probity-check)
  (session-eventually "the counterexample" #'session-mistakes))

(let ((inhibit-message t))
  (dolist (step (split-string (getenv "PROBITY_STEPS")))
    (funcall (intern (concat "session-" step))))
  (let ((server (eglot-current-server)))
    (dolist (buffer (buffer-list))
      (with-current-buffer buffer (when buffer-file-name (set-buffer-modified-p nil))))
    (eglot-shutdown server)))
(kill-emacs 0)
